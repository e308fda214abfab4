//! Numbers over many runs.

/// Where a share lies in 95 of 100 cases, as seen in so many of so many tries: Wilson's interval, which holds for few tries
/// and for shares near 0 and 1. From 0 to 1 where there were none.
pub fn wilson(seen: usize, tries: usize) -> (f64, f64) {
    if tries == 0 {
        return (0.0, 1.0);
    }
    // What a normal distribution exceeds to either side in 5 of 100 cases.
    let z = 1.959_964_f64;
    let (n, share) = (tries as f64, seen as f64 / tries as f64);
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    let (low, high) = ((middle - half) / whole, (middle + half) / whole);
    (low.max(0.0), high.min(1.0))
}

/// The mean; 0 of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut many) = (0.0, 0);
    for value in values {
        sum += value;
        many += 1;
    }
    if many == 0 {
        0.0
    } else {
        sum / f64::from(many)
    }
}

/// The mean, and how far it may be off to either side in 95 of 100 cases: for values that are many, or about normal.
pub fn mean_within(values: &[f64]) -> (f64, f64) {
    let many = values.len().max(1) as f64;
    let mean = mean(values.iter().copied());
    let squares = values.iter().map(|value| (value - mean).powi(2));
    let deviation = (squares.sum::<f64>() / (many - 1.0).max(1.0)).sqrt();
    (mean, 1.959_964 * deviation / many.sqrt())
}

/// The value that this part of them, from 0 to 1, stays at or below, by linear interpolation; `None` of nothing.
pub fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = part.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    Some(below + (above - below) * place.fract())
}
