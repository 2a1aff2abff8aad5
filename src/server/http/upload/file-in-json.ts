import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** A JSON response with one file in base64, encoded while it is sent. Its length is known in advance. */
export class FileInJson {
  readonly before: string
  readonly content: Readable
  readonly after: string
  readonly length: number

  /** @param answer the response without the file, which comes last under `key`; `size` is the file's, in bytes. */
  constructor(answer: Record<string, unknown>, key: string, { content, size }: { content: Readable; size: number }) {
    this.before = `${JSON.stringify(answer).slice(0, -1)},${JSON.stringify(key)}:"`
    this.content = content
    this.after = '"}'
    this.length = Buffer.byteLength(this.before) + 4 * Math.ceil(size / 3) + this.after.length
  }

  stream(): Readable {
    const stream = Readable.from(this.#pieces(), { objectMode: false })
    // Also when the stream closes before its first read.
    return stream.once('close', () => this.content.destroy())
  }

  async *#pieces(): AsyncIterable<string> {
    // Sent with the first bytes of the file, so that an unreadable file still gets an error response.
    let before = this.before
    // Three bytes are four letters; the rest of a chunk waits for the next.
    const letters = new StringDecoder('base64')
    for await (const chunk of this.content as AsyncIterable<Buffer>) {
      yield before + letters.write(chunk)
      before = ''
    }
    yield before + letters.end() + this.after
  }
}
