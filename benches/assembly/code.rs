//! The machine code of this program, and the loops in it.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};
use std::error::Error;
use std::fmt;
use std::process::Command;

/// A function, as `objdump` shows it.
pub struct Function {
    instructions: Vec<Instruction>,
    places: HashMap<u64, usize>,
}

/// One line of a function.
pub struct Instruction {
    address: u64,
    mnemonic: String,
    /// What follows the mnemonic.
    pub operands: String,
}

/// Disassembles this program, and takes the functions whose name has a part of this name.
pub fn functions_named(part: &str) -> Result<Vec<Function>, Box<dyn Error>> {
    let output = Command::new("objdump")
        .args(["--disassemble", "--demangle", "--no-show-raw-insn"])
        .arg(std::env::current_exe()?)
        .output()
        .map_err(|error| format!("`objdump` cannot be run: {error}; install binutils"))?;
    if !output.status.success() {
        return Err(format!("`objdump` failed:\n{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    // An empty line ends a function; its first line is its name.
    let named = text.split("\n\n").filter_map(|function| function.split_once('\n'));
    let named = named.filter(|(name, _)| name.contains(part));
    let functions: Vec<_> = named.map(|(_, body)| Function::parse(body)).collect();
    if functions.is_empty() {
        return Err(format!("no function has `{part}` in its name").into());
    }
    Ok(functions)
}

impl Function {
    fn parse(body: &str) -> Self {
        let instructions: Vec<_> = body.lines().filter_map(Instruction::parse).collect();
        let places = instructions.iter().enumerate().map(|(place, at)| (at.address, place)).collect();
        Self { instructions, places }
    }

    /// Ways round a loop, each with instructions of all these names: from one of the first name back to
    /// itself, with as few calls as can be.
    pub fn rounds(&self, names: &[&str]) -> impl Iterator<Item = Vec<&Instruction>> {
        let starts = (0..self.instructions.len()).filter(|&place| self.instructions[place].is(names[0]));
        let rounds = starts.filter_map(|start| self.round(start));
        rounds.filter(|round| names.iter().all(|name| round.iter().any(|at| at.is(name))))
    }

    /// The way from an instruction back to itself with the fewest calls, and among those the shortest.
    fn round(&self, start: usize) -> Option<Vec<&Instruction>> {
        let mut came_from = HashMap::new();
        let mut waiting = BinaryHeap::from([Reverse((0, 0, start))]);
        while let Some(Reverse((calls, steps, place))) = waiting.pop() {
            for next in self.followers(place) {
                if let Entry::Vacant(unseen) = came_from.entry(next) {
                    unseen.insert(place);
                    let calls = calls + usize::from(self.instructions[next].is_call());
                    waiting.push(Reverse((calls, steps + 1, next)));
                }
            }
        }
        let mut round = vec![&self.instructions[start]];
        let mut place = *came_from.get(&start)?;
        while place != start {
            round.push(&self.instructions[place]);
            place = came_from[&place];
        }
        round.reverse();
        Some(round)
    }

    /// Where it goes on after an instruction.
    fn followers(&self, place: usize) -> impl Iterator<Item = usize> {
        let at = &self.instructions[place];
        let next = Some(place + 1).filter(|&next| !at.ends() && next < self.instructions.len());
        let target = at.jump_target().and_then(|address| self.places.get(&address).copied());
        next.into_iter().chain(target)
    }
}

impl Instruction {
    /// Reads a line such as `  5f0c:   jne    5f40 <name+0x30>`.
    fn parse(line: &str) -> Option<Self> {
        let (address, text) = line.split_once(':')?;
        let address = u64::from_str_radix(address.trim(), 16).ok()?;
        let (mnemonic, operands) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        Some(Self { address, mnemonic: mnemonic.to_owned(), operands: operands.trim().to_owned() })
    }

    /// Says whether it is called so, with or without the `v` of AVX.
    fn is(&self, mnemonic: &str) -> bool {
        self.mnemonic == mnemonic || self.mnemonic.strip_prefix('v') == Some(mnemonic)
    }

    /// Says whether it is called by one of these names.
    pub fn is_one_of(&self, mnemonics: &[&str]) -> bool {
        mnemonics.iter().any(|mnemonic| self.is(mnemonic))
    }

    /// Says whether it calls a function.
    pub fn is_call(&self) -> bool {
        self.mnemonic.starts_with("call")
    }

    /// Says whether it calls a function that is known only then, by a table or a pointer.
    pub fn is_indirect_call(&self) -> bool {
        self.is_call() && self.operands.starts_with('*') && !self.operands.contains("(%rip)")
    }

    /// Says whether the next instruction never follows.
    fn ends(&self) -> bool {
        ["jmp", "ret", "ud2"].iter().any(|name| self.mnemonic.starts_with(name))
    }

    fn jump_target(&self) -> Option<u64> {
        let operand = self.operands.split_whitespace().next()?;
        self.mnemonic.starts_with('j').then(|| u64::from_str_radix(operand, 16).ok())?
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{} {}`", self.mnemonic, self.operands)
    }
}
