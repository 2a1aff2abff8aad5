/** 'HH:MM' of a typed time of day, also '9:05', '905' and '9.05'; null for none. */
export function parseTime(text: string): string | null {
  const [, hour, minute] = /^([01]?\d|2[0-3])[:.h]?([0-5]\d)$/.exec(text.trim()) ?? []
  return hour && minute ? `${hour.padStart(2, '0')}:${minute}` : null
}
