/** The upload state of a file. Sizes in bytes. */
export type Upload = {
  readonly file: File
  readonly state: 'waiting' | 'uploading' | 'failed' | 'refused'
  readonly sent: number
  /** The message of a failure or refusal. */
  readonly error: string
}

export type Send = (
  document: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
) => Promise<unknown>

export type Uploads = ReadonlyMap<string, Upload>

/** The number of parallel uploads: more would slow down each one and all other calls. */
const AT_ONCE = 2

/** The pending uploads by document name, one per document. Finished uploads are removed. */
export class UploadQueue {
  #uploads: Uploads = new Map()
  #running = new Map<string, AbortController>()
  #listeners = new Set<() => void>()
  #send: Send
  #onArrived: (document: string, file: File) => void
  #sentenceOf: (error: unknown) => string

  constructor(send: Send, onArrived: (document: string, file: File) => void, sentenceOf: (error: unknown) => string) {
    this.#send = send
    this.#onArrived = onArrived
    this.#sentenceOf = sentenceOf
  }

  readonly snapshot = (): Uploads => this.#uploads

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Uploads a file for a document and replaces its pending upload. */
  add(document: string, file: File): void {
    this.#stop(document)
    this.#set(document, { file, state: 'waiting', sent: 0, error: '' })
    this.#next()
  }

  /** Shows the error of a file that was not sent. */
  refuse(document: string, file: File, error: string): void {
    this.#stop(document)
    this.#set(document, { file, state: 'refused', sent: 0, error })
    this.#next()
  }

  retry(document: string): void {
    const upload = this.#uploads.get(document)
    if (upload?.state === 'failed') this.add(document, upload.file)
  }

  /** Removes a file: cancels its upload, or dismisses its failure. */
  drop(document: string): void {
    this.#stop(document)
    this.#set(document, null)
    this.#next()
  }

  /** Cancels everything, without callbacks. */
  close(): void {
    this.#listeners.clear()
    for (const document of [...this.#running.keys()]) this.#stop(document)
    this.#uploads = new Map()
  }

  #stop(document: string): void {
    const controller = this.#running.get(document)
    this.#running.delete(document)
    controller?.abort()
  }

  #set(document: string, upload: Upload | null): void {
    const uploads = new Map(this.#uploads)
    if (upload) uploads.set(document, upload)
    else uploads.delete(document)
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }

  #next(): void {
    for (const [document, upload] of this.#uploads) {
      if (this.#running.size >= AT_ONCE) return
      if (upload.state === 'waiting') void this.#start(document, upload)
    }
  }

  async #start(document: string, upload: Upload): Promise<void> {
    const controller = new AbortController()
    this.#running.set(document, controller)
    // After a cancel or replacement, ignore the events of the old upload.
    const isCurrent = () => this.#running.get(document) === controller
    this.#set(document, { ...upload, state: 'uploading' })
    try {
      await this.#send(document, upload.file, {
        signal: controller.signal,
        onProgress: sent => {
          const now = Math.min(sent, upload.file.size)
          if (isCurrent()) this.#set(document, { ...upload, state: 'uploading', sent: now })
        },
      })
      if (!isCurrent()) return
      this.#running.delete(document)
      this.#set(document, null)
      this.#onArrived(document, upload.file)
    } catch (error) {
      if (!isCurrent()) return
      this.#running.delete(document)
      this.#set(document, { ...upload, state: 'failed', error: this.#sentenceOf(error) })
    }
    this.#next()
  }
}

/** Whether an upload is in progress. */
export function isSending(uploads: Uploads): boolean {
  return [...uploads.values()].some(({ state }) => state === 'waiting' || state === 'uploading')
}

/** Whether an upload failed or was refused and is not dismissed. */
export function hasTrouble(uploads: Uploads): boolean {
  return [...uploads.values()].some(({ state }) => state === 'failed' || state === 'refused')
}
