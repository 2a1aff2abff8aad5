/** Channel to the other tabs of this browser and portal. It never carries a token. */
const channel = new BroadcastChannel('almotacen')

/** Tells the other tabs the id of an ended session: a duplicated tab has the same session and still shows its data. */
export function tellLeft(sessionId: string): void {
  channel.postMessage({ left: sessionId })
}

/** Called with the id of each session that another tab ends. */
export function whenLeftElsewhere(listener: (sessionId: string) => void): void {
  channel.onmessage = ({ data }: MessageEvent<{ left: string }>) => listener(data.left)
}
