/** The minimal browser globals for unit tests of pure web code. */

export class FakeStorage {
  readonly #values = new Map<string, string>()
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, String(value))
  }
  removeItem(key: string): void {
    this.#values.delete(key)
  }
}

/** A fake XMLHttpRequest that records the request and answers on demand. `sent` holds those of the running test. */
export class FakeRequest {
  static sent: FakeRequest[] = []
  method = ''
  url = ''
  body: unknown = null
  timeout = 0
  status = 0
  response: Blob | null = null
  responseType = ''
  readonly headers: Record<string, string> = {}
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => Promise<void>
  onerror?: () => void
  onabort?: () => void
  ontimeout?: () => void
  onloadend?: () => void
  #answered: Record<string, string> = {}

  open(method: string, url: string): void {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(name: string): string | null {
    return this.#answered[name] ?? null
  }
  send(body: unknown): void {
    this.body = body
    FakeRequest.sent.push(this)
  }
  abort(): void {
    this.onabort?.()
    this.onloadend?.()
  }
  answer(status: number, text: string, headers: Record<string, string> = {}): void {
    this.status = status
    this.response = new Blob([text])
    this.#answered = headers
    void this.onload?.()
    this.onloadend?.()
  }
}
