/** '0,12 s', '4 min 5 s', '2 h 3 min'. */
export function durationText(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(2).replace('.', ',')} s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
