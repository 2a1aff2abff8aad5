import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

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
    const stream = Readable.from(this.#pieces(), { objectMode: false })
    // Also when nobody has asked for its first piece.
    return stream.once('close', () => this.content.destroy())
  }

  async *#pieces(): AsyncIterable<string> {
    // With the first of the file, so that one that cannot be read at all is refused in words.
    let before = this.before
    // Three bytes are four letters; what is left of a chunk waits for the next.
    const letters = new StringDecoder('base64')
    for await (const chunk of this.content as AsyncIterable<Buffer>) {
      yield before + letters.write(chunk)
      before = ''
    }
    yield before + letters.end() + this.after
  }
}
