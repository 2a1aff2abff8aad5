/** Tabs of this browser and portal; nobody else hears them. A token is never said there. */
const channel = new BroadcastChannel('almotacen')

/** Tells the other tabs that a session was left, by its id: a duplicated tab has the same, and shows its data still. */
export function tellLeft(sessionId: string): void {
  channel.postMessage({ left: sessionId })
}

/** Called with the id of each session that another tab leaves. */
export function whenLeftElsewhere(listener: (sessionId: string) => void): void {
  channel.onmessage = ({ data }: MessageEvent<{ left: string }>) => listener(data.left)
}
