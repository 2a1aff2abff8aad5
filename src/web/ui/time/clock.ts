let offsetMs = 0

/** The portal's clock as the server last told it (D4): a shifted or wrong machine clock changes no date on the screen. */
export function setPortalNow(instant: string): void {
  offsetMs = Date.parse(instant) - Date.now()
}

export function portalNow(): Date {
  return new Date(Date.now() + offsetMs)
}
