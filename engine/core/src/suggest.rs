//! "Did you mean …?": near names and lists of names, for messages to users.

/// The longest name that is compared, in bytes.
const LONGEST: usize = 400;

/// The candidate that `name` most likely misspells: the nearest by edits (insert, delete, replace or swap neighbours,
/// letter case ignored), if no more than a third of the letters differ. The first of equally near ones.
///
/// Nothing is near to a name of more than a few hundred letters, which nobody has mistyped: comparing takes time that grows with the length.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let name: Vec<char> = name.to_lowercase().chars().collect();
    candidates
        .into_iter()
        .map(|candidate| (distance(&name, &candidate.to_lowercase().chars().collect::<Vec<_>>()), candidate))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, _)| distance <= (name.len() / 3).max(1))
        .map(|(_, candidate)| candidate)
}

/// The optimal string alignment distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    rows[a.len()][b.len()]
}

/// The names as a sentence lists them: "a", "a and b", "a, b and c".
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["random", "heuristic", "mc"];
        assert_eq!(nearest("hueristic", known), Some("heuristic"));
        assert_eq!(nearest("Radnom", known), Some("random"));
        assert_eq!(nearest("mcc", known), Some("mc"));
        assert_eq!(nearest("alphazero", known), None);
        assert_eq!(nearest("x", []), None);
        assert_eq!(nearest(&"x".repeat(10_000_000), known), None);
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }
}
