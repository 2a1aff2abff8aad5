let offsetMs = 0

/** Portal clock, from the last server time (D4): a wrong clock of the user's machine changes no date on the screen. */
export function setPortalNow(instant: string): void {
  offsetMs = Date.parse(instant) - Date.now()
}

export function portalNow(): Date {
  return new Date(Date.now() + offsetMs)
}
