import { Readable } from 'node:stream'

/** A JSON answer one of whose texts is a file in base64, which is made while it is sent; its length is known before. */
export class FileInJson {
  readonly before: string
  readonly content: Readable
  readonly after: string
  readonly length: number

  /** @param answer the whole answer but the file, which comes last under `key`; `size` is the file's, in bytes. */
  constructor(answer: Record<string, unknown>, key: string, { content, size }: { content: Readable; size: number }) {
    this.before = `${JSON.stringify(answer).slice(0, -1)},${JSON.stringify(key)}:"`
    this.content = content
    this.after = '"}'
    this.length = Buffer.byteLength(this.before) + 4 * Math.ceil(size / 3) + this.after.length
  }

  stream(): Readable {
    return Readable.from(this.#pieces(), { objectMode: false })
  }

  async *#pieces(): AsyncIterable<string> {
    // With the first of the file, so that one that cannot be read at all is refused in words.
    let before = this.before
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of this.content as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      // Three bytes are four letters; what is left waits for the next.
      const whole = bytes.length - (bytes.length % 3)
      yield before + bytes.toString('base64', 0, whole)
      before = ''
      rest = bytes.subarray(whole)
    }
    yield before + rest.toString('base64') + this.after
  }
}
