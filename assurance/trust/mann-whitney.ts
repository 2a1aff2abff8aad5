/**
 * The Mann-Whitney U test by its normal approximation, corrected for ties: the probability of at least this difference
 * between two samples of one distribution. @returns a two-sided p value, for samples of about twenty or more.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map(value => ({ value, mine: true })), ...other.map(value => ({ value, mine: false }))]
  all.sort((a, b) => a.value - b.value)
  let [rankSum, ties] = [0, 0]
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]!.value === all[from]!.value) to++
    const count = to - from
    rankSum += ((from + 1 + to) / 2) * all.slice(from, to).filter(({ mine }) => mine).length
    ties += count ** 3 - count
    from = to
  }
  const [n, m] = [one.length, other.length]
  const total = n + m
  const u = rankSum - (n * (n + 1)) / 2
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  return 2 * (1 - normal(Math.abs(u - (n * m) / 2) / deviation))
}

/** The normal distribution from -∞ to z (Abramowitz and Stegun 26.2.17, exact to 7.5e-8). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2
}
