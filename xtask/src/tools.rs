//! The cargo subcommands that the tasks use and cargo does not bring.

use crate::process::{capture_quietly, cargo};

/// A cargo subcommand of a package of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// The package, such as `cargo-deny`.
    pub(crate) package: &'static str,
    /// The version that the tasks are known to work with.
    pub(crate) version: &'static str,
    /// What it is for.
    pub(crate) purpose: &'static str,
}

/// Licences, bans and sources of the dependencies.
pub(crate) const DENY: Tool = Tool {
    package: "cargo-deny",
    version: "0.20.2",
    purpose: "holds licences, bans and sources of the dependencies (ci)",
};

/// Fuzzing; the check only builds and replays and does without.
pub(crate) const FUZZ: Tool = Tool {
    package: "cargo-fuzz",
    version: "0.13.2",
    purpose: "runs the fuzz targets (fuzz, seeds)",
};

/// Mutation testing.
pub(crate) const MUTANTS: Tool = Tool {
    package: "cargo-mutants",
    version: "27.1.0",
    purpose: "breaks the code on purpose and asks whether a test notices (mutants)",
};

/// Coverage; it also needs the component llvm-tools of rustup.
pub(crate) const COVERAGE: Tool = Tool {
    package: "cargo-llvm-cov",
    version: "0.9.1",
    purpose: "measures which lines and regions the tests reach (coverage)",
};

/// All of them.
pub(crate) const ALL: [Tool; 4] = [DENY, FUZZ, MUTANTS, COVERAGE];

impl Tool {
    /// The subcommand: the package's name without `cargo-`.
    fn subcommand(self) -> &'static str {
        self.package.strip_prefix("cargo-").unwrap_or(self.package)
    }

    /// The version that is installed, where one answers to `--version`.
    pub(crate) fn installed(self) -> Option<String> {
        let said = capture_quietly(&mut cargo([self.subcommand(), "--version"]))?;
        Some(version(&said)?.to_owned())
    }

    /// Whether any version is installed.
    pub(crate) fn is_installed(self) -> bool {
        self.installed().is_some()
    }

    /// Fails where it is not installed, and says what installs it.
    ///
    /// # Errors
    /// Where it is not installed.
    pub(crate) fn needed(self) -> anyhow::Result<()> {
        if !self.is_installed() {
            anyhow::bail!("{} is not installed: cargo xtask setup", self.package);
        }
        Ok(())
    }

    /// The arguments of cargo that install it.
    pub(crate) fn install(self) -> [&'static str; 6] {
        ["install", "--locked", "--force", self.package, "--version", self.version]
    }
}

/// The version in `cargo-deny 0.20.2` or `cargo-fuzz 0.13.2 (abc)`.
fn version(said: &str) -> Option<&str> {
    said.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_called_by_its_subcommand() {
        for tool in ALL {
            assert_eq!(format!("cargo-{}", tool.subcommand()), tool.package);
            assert_eq!(tool.install()[3..], [tool.package, "--version", tool.version]);
            assert_eq!(tool.version.split('.').count(), 3, "{tool:?} is pinned");
        }
    }

    #[test]
    fn a_tool_that_nobody_wrote_is_not_installed() {
        let none = Tool { package: "cargo-no-such-tool", ..DENY };
        assert!(!none.is_installed() && none.needed().is_err());
    }

    #[test]
    fn versions_are_read() {
        assert_eq!(version("cargo-deny 0.20.2\n"), Some("0.20.2"));
        assert_eq!(version("cargo-llvm-cov 0.9.1 (x)"), Some("0.9.1"));
        assert_eq!(version("nothing"), None);
    }
}
