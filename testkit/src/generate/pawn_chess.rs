//! pawn_chess
