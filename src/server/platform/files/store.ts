import type { Readable } from 'node:stream'
import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { lastCharacters, withoutEnd } from '#domain/values/cut.ts'

/**
 * A complete, checked and durable upload that is not in the store yet: if its call is refused, it takes no room there.
 */
export type IncomingFile = {
  sha256: string
  size: number
  mediaType: string
  name: string
  warnings: string[]
  /** Why a PDF cannot carry the watermark, where that is known already. */
  markFault?: MarkFault
  /** Its bytes; available until `keep`. */
  content(): Readable
  /** Moves it into the store, durably; safe to repeat. Runs before the commit of the row that references it. */
  keep(): Promise<void>
  /** Removes it, unless it is in the store. Never fails. */
  discard(): Promise<void>
}

/** A stored file: its SHA-256 in hexadecimal digits and its size in bytes. */
export type StoredName = { sha256: string; size: number }

/** Where stored files lie, each under its SHA-256: a folder or a bucket. */
export type FilePlace = {
  /** A file's bytes, unverified; null when there is none. */
  read(sha256: string): Promise<Readable | null>
  /**
   * Stores `content` under its hash; safe to repeat. It is durable once `settle` has returned.
   * @returns false, and stores nothing, when the content does not have this hash and size
   */
  add(file: StoredName, content: Readable): Promise<boolean>
  /** Makes the names of added files durable. */
  settle(): Promise<void>
}

export type FileStore = FilePlace & {
  /** Receives an upload, completely or not at all: hashed, measured, checked and durable. `keep` then stores it. */
  receive(stream: Readable, name: string, maxBytes: number): Promise<IncomingFile>
  /**
   * The file's bytes, verified: the stream fails before its end when the content does not match the hash. `beforeEnd`
   * runs after the verification and before the last bytes are sent, so that every complete download is recorded first.
   */
  open(sha256: string, size: number, beforeEnd?: () => Promise<void>): Promise<Readable>
  /**
   * Removes files without a row: interrupted uploads, and files of transactions that never committed. @returns how many
   */
  sweep(isKnown: (sha256: string) => Promise<boolean>, olderThanMs: number): Promise<number>
  /**
   * Removes uploads that arrived before an instant (milliseconds since 1970) and never reached the store. Only for a
   * start while no other server shares the folder. @returns how many
   */
  sweepIncoming(before: number): Promise<number>
  /** Reads a whole file to verify it; `pace` gets the size of each chunk and can delay the next one. */
  check(sha256: string, size: number, pace: (bytes: number) => Promise<void>): Promise<FileState>
  /** The name and age of each file in the store, except running uploads. */
  names(): AsyncIterable<{ name: string; ageMs: number }>
}

/** The result of verifying a stored file. */
export type FileState = 'whole' | 'corrupt' | 'missing'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control and direction characters can disguise an extension
const disguises = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Cleans a file name of characters that could hide its extension, and of its path. */
export function safeName(name: string): string {
  const base = name.normalize('NFC').replace(/^.*[/\\]/s, '')
  const clean = withoutEnd(base.replace(disguises, '').trim(), '. ')
  return lastCharacters(clean, 200)
}
