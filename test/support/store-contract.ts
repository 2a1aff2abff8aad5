import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '#server/platform/files/store.ts'
import { pdfOfSize as pdf } from '#test/support/pdf.ts'

/** A file store and what a test does behind its back. */
export type StoreUnderTest = {
  store: FileStore
  /** What arrived and was neither kept nor discarded. */
  arriving(): Promise<string[]>
  /** Replaces the bytes of a stored file. */
  overwrite(sha256: string, content: Buffer): Promise<void>
  remove(sha256: string): Promise<void>
  close(): Promise<void>
}

const MB = 1024 * 1024

/** What each file store promises, whatever keeps the bytes. */
export function storeContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`a file store in ${name}`, () => {
    let under: StoreUnderTest
    let store: FileStore
    beforeAll(async () => {
      under = await open()
      store = under.store
    })
    afterAll(() => under?.close())
    const come = (content: Buffer, name = 'a.pdf', max = 25 * MB) => store.receive(Readable.from([content]), name, max)
    const receive = async (...what: Parameters<typeof come>) => {
      const file = await come(...what)
      await file.keep()
      await file.discard()
      return file
    }
    const bytesOf = async (sha256: string, size: number) => buffer(await store.open(sha256, size))

    test('a file comes back as it went in, and the same content is kept once', async () => {
      const content = pdf(300_000)
      const first = await receive(content, 'uno.pdf')
      const second = await receive(content, 'dos.pdf')
      expect(second.sha256).toBe(first.sha256)
      expect(first).toMatchObject({ size: content.length, mediaType: 'application/pdf', name: 'uno.pdf', warnings: [] })
      expect((await bytesOf(first.sha256, first.size)).equals(content)).toBe(true)
      const names = (await Array.fromAsync(store.names())).filter(({ name }) => name === first.sha256)
      expect(names).toHaveLength(1)
    })

    test('a large file comes back as it went in', async () => {
      const content = pdf(20 * MB)
      const file = await receive(content, 'grande.pdf')
      expect((await bytesOf(file.sha256, file.size)).equals(content)).toBe(true)
    })

    test('an upload is in the store once it is kept, and nowhere once it is discarded', async () => {
      const [kept, discarded] = [await come(pdf(1234)), await come(pdf(1235))]
      await expect(store.open(kept.sha256, kept.size)).rejects.toMatchObject({ reason: 'fileDamaged' })
      expect((await buffer(kept.content())).length).toBe(1234)
      await kept.keep()
      await kept.keep()
      await kept.discard()
      await discarded.discard()
      await discarded.discard()
      expect(await under.arriving()).toEqual([])
      expect(await bytesOf(kept.sha256, kept.size)).toHaveLength(1234)
      await expect(discarded.keep()).rejects.toMatchObject({ reason: 'storageFailed' })
    })

    test.each([
      ['nothing', Buffer.alloc(0), 'a.pdf', 'fileMissing'],
      ['a page as PDF', Buffer.from('<html></html>'), 'a.pdf', 'fileType'],
      ['a file over the limit', pdf(MB + 1), 'a.pdf', 'fileTooLarge'],
    ])('%s is refused and leaves nothing behind', async (_what, content, name, reason) => {
      await expect(come(content, name, MB)).rejects.toMatchObject({ reason })
      expect(await under.arriving()).toEqual([])
    })

    test.each([0, 20])('an upload that breaks off after %i ms leaves nothing behind', async afterMs => {
      const broken = new Readable({ read() {} })
      broken.push(pdf(5000))
      const cut = () => broken.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
      if (afterMs === 0) process.nextTick(cut)
      else setTimeout(cut, afterMs)
      await expect(store.receive(broken, 'a.pdf', MB)).rejects.toMatchObject({ reason: 'uploadCut' })
      expect(await under.arriving()).toEqual([])
    })

    test('a flipped bit, a cut and a missing file are never delivered whole', async () => {
      const content = pdf(400_000)
      const { sha256, size } = await receive(content, 'b.pdf')
      const pace = async () => {}
      expect(await store.check(sha256, size, pace)).toBe('whole')
      const flipped = Buffer.from(content)
      flipped[200_000]! ^= 1
      await under.overwrite(sha256, flipped)
      await expect(bytesOf(sha256, size)).rejects.toMatchObject({ reason: 'fileDamaged' })
      expect(await store.check(sha256, size, pace)).toBe('corrupt')
      await under.overwrite(sha256, content.subarray(0, 1000))
      await expect(store.open(sha256, size)).rejects.toMatchObject({ reason: 'fileDamaged' })
      await under.remove(sha256)
      await expect(store.open(sha256, size)).rejects.toMatchObject({ reason: 'fileDamaged' })
      expect(await store.check(sha256, size, pace)).toBe('missing')
      expect(await store.read(sha256)).toBeNull()
    })

    test('a reader gets the last bytes after beforeEnd', async () => {
      const file = await receive(pdf(100_000), 'c.pdf')
      const order: string[] = []
      const stream = await store.open(file.sha256, file.size, async () => {
        await new Promise(resolve => setImmediate(resolve))
        order.push('noted')
      })
      await buffer(stream)
      order.push('received')
      expect(order).toEqual(['noted', 'received'])
    })

    test('add stores what matches its hash, and nothing else', async () => {
      const { sha256, size } = await receive(pdf(77_000), 'd.pdf')
      await under.remove(sha256)
      expect(await store.add({ sha256, size }, Readable.from([pdf(76_999)]))).toBe(false)
      expect(await store.read(sha256)).toBeNull()
      expect(await store.add({ sha256, size }, Readable.from([pdf(77_000)]))).toBe(true)
      await store.settle()
      expect(await bytesOf(sha256, size)).toHaveLength(77_000)
      expect(await under.arriving()).toEqual([])
    })

    test('the sweep takes what is unknown and old, and nothing else', async () => {
      const [kept, orphan] = [await receive(pdf(1110)), await receive(pdf(2220))]
      const isKnown = async (sha256: string) => sha256 === kept.sha256
      expect(await store.sweep(isKnown, MB * 3600)).toBe(0)
      expect(await bytesOf(orphan.sha256, orphan.size)).toHaveLength(2220)
      // Less than no age: all files count as old. A bucket sets a file aside first.
      await store.sweep(isKnown, -60_000)
      await store.sweep(isKnown, -60_000)
      expect(await store.read(orphan.sha256)).toBeNull()
      expect(await bytesOf(kept.sha256, kept.size)).toHaveLength(1110)
    })
  })
}
