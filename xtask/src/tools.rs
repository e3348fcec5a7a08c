//! The cargo subcommands that the tasks use and cargo does not bring.

use crate::process::{cargo, succeeds};

/// A cargo subcommand of a package of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// The package, such as `cargo-deny`.
    pub(crate) package: &'static str,
    /// The versions that are known to work, as cargo reads them.
    pub(crate) version: &'static str,
    /// What it is for.
    pub(crate) purpose: &'static str,
}

/// Licences, bans and sources of the dependencies.
pub(crate) const DENY: Tool = Tool {
    package: "cargo-deny",
    version: "^0.20",
    purpose: "holds licences, bans and sources of the dependencies (cargo xtask ci)",
};

/// Fuzzing; the check only builds and replays and does without.
pub(crate) const FUZZ: Tool = Tool {
    package: "cargo-fuzz",
    version: "^0.13",
    purpose: "runs the fuzz targets (fuzz/README.md)",
};

/// Mutation testing.
pub(crate) const MUTANTS: Tool = Tool {
    package: "cargo-mutants",
    version: "^27",
    purpose: "breaks the code on purpose and asks whether a test notices (CONTRIBUTING.md)",
};

/// All of them.
pub(crate) const ALL: [Tool; 3] = [DENY, FUZZ, MUTANTS];

impl Tool {
    /// The subcommand: the package's name without `cargo-`.
    fn subcommand(self) -> &'static str {
        self.package.strip_prefix("cargo-").unwrap_or(self.package)
    }

    /// Whether it answers to `--version`.
    pub(crate) fn is_installed(self) -> bool {
        succeeds(&mut cargo([self.subcommand(), "--version"]))
    }

    /// The arguments of cargo that install it.
    pub(crate) fn install(self) -> [&'static str; 5] {
        ["install", "--locked", self.package, "--version", self.version]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_called_by_its_subcommand() {
        for tool in ALL {
            assert_eq!(format!("cargo-{}", tool.subcommand()), tool.package);
            assert_eq!(tool.install()[2], tool.package);
        }
    }

    #[test]
    fn a_tool_that_nobody_wrote_is_not_installed() {
        let none = Tool { package: "cargo-no-such-tool", ..DENY };
        assert!(!none.is_installed());
    }
}
