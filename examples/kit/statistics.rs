//! Statistics over many runs.

/// Returns Wilson's 95% confidence interval of a share, given `seen` successes in `tries`. It is valid for few tries and
/// for shares near 0 and 1. Without tries it is 0 to 1.
pub fn wilson(seen: usize, tries: usize) -> (f64, f64) {
    if tries == 0 {
        return (0.0, 1.0);
    }
    // The 97.5th percentile of the standard normal distribution.
    let z = 1.959_964_f64;
    let (n, share) = (tries as f64, seen as f64 / tries as f64);
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    let (low, high) = ((middle - half) / whole, (middle + half) / whole);
    (low.max(0.0), high.min(1.0))
}

/// Returns the mean, or 0 if there are no values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for value in values {
        sum += value;
        count += 1;
    }
    if count == 0 {
        0.0
    } else {
        sum / f64::from(count)
    }
}

/// Returns the mean and half the width of its 95% confidence interval. Valid for many or roughly normal values.
pub fn mean_within(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = mean(values.iter().copied());
    let squares = values.iter().map(|value| (value - mean).powi(2));
    let deviation = (squares.sum::<f64>() / (count - 1.0).max(1.0)).sqrt();
    (mean, 1.959_964 * deviation / count.sqrt())
}

/// Returns the quantile `part`, from 0 to 1, by linear interpolation, or `None` if there are no values.
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
