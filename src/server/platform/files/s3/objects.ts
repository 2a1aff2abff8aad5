import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { S3Client } from '@aws-sdk/client-s3'
import { MINUTE } from '#server/platform/clock.ts'
import type { S3Address } from '#server/platform/files/s3/address.ts'
import { inSpan } from '#server/platform/operation/tracing/span.ts'
import { within } from '#server/platform/outgoing/deadline.ts'

/** How often a request is tried before it fails: the SDK repeats throttled, cut and 5xx ones with backoff. */
const ATTEMPTS = 4
const CONNECT_MS = 3_000
/** How long the head of an answer may take, in milliseconds. */
const SILENCE_MS = 60_000
/**
 * How long a command may take with all its tries, in milliseconds: the copy of a large object takes the longest. Content
 * may stand still as long, because its reader may be slow.
 */
const COMMAND_MS = 5 * MINUTE

/** Limits; tests lower them. */
export type BucketLimits = { connectMs: number; silenceMs: number; commandMs: number; attempts: number }
const LIMITS = { connectMs: CONNECT_MS, silenceMs: SILENCE_MS, commandMs: COMMAND_MS, attempts: ATTEMPTS }

export type StoredObject = { key: string; lastModified: number }

/** The objects of one bucket below its prefix. Keys are relative to the prefix. */
export type Objects = {
  /** An object's bytes and size; null when there is none. */
  get(key: string): Promise<{ content: Readable; size: number } | null>
  /** The size of an object in bytes; null when there is none. */
  size(key: string): Promise<number | null>
  /** Writes an object, in parts when it is large, with a checksum that the server verifies. */
  put(key: string, content: Readable): Promise<void>
  /** Writes a small object unless it exists. @returns whether it was written */
  create(key: string, content: string): Promise<boolean>
  /** Writes a small object over the one that is there. */
  write(key: string, content: string): Promise<void>
  /** A small object's text; null when there is none. */
  textOf(key: string): Promise<string | null>
  /** Copies an object within the bucket. @returns false when there is none */
  copy(from: string, to: string): Promise<boolean>
  /** Deletes an object; safe to repeat. */
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  close(): void
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? null
const isMissing = (error: unknown) => statusOf(error) === 404 && (error as { name?: string }).name !== 'NoSuchBucket'

/** Opens a bucket. The SDK is loaded here: a portal with a folder never loads it. */
export async function openBucket(
  address: S3Address,
  { connectMs, silenceMs, commandMs, attempts }: BucketLimits = LIMITS,
): Promise<Objects> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    forcePathStyle: address.pathStyle,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: silenceMs,
      // Without it the SDK logs a warning and goes on waiting.
      throwOnRequestTimeout: true,
      socketTimeout: commandMs,
    },
    // Servers other than Amazon's may not know the newer default checksums; `put` asks for SHA-256 itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // Around all tries of a command. Its name says what is done, not to which object.
  client.middlewareStack.add(
    (next, { commandName = 'command' }) =>
      args =>
        inSpan(`s3 ${commandName}`, { kind: 'client', attributes: { 'rpc.method': commandName } }, () =>
          within(commandMs, () => next(args)),
        ),
    { step: 'initialize', name: 'steps' },
  )
  return objectsOf(client, address, commandMs)
}

async function objectsOf(client: S3Client, address: S3Address, commandMs: number): Promise<Objects> {
  const { bucket: Bucket, prefix } = address
  const s3 = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const encryption = {
    ...(address.encryption && { ServerSideEncryption: address.encryption }),
    ...(address.kmsKey && { SSEKMSKeyId: address.kmsKey }),
  }
  const at = (key: string) => ({ Bucket, Key: `${prefix}${key}` })

  const get: Objects['get'] = async key => {
    try {
      const { Body, ContentLength } = await client.send(new s3.GetObjectCommand(at(key)))
      return { content: Body as Readable, size: ContentLength ?? 0 }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    get,
    async size(key) {
      try {
        return (await client.send(new s3.HeadObjectCommand(at(key)))).ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async put(key, content) {
      const params = { ...at(key), ...encryption, Body: content, ChecksumAlgorithm: 'SHA256' as const }
      await new Upload({ client, params, partSize: 8 * 1024 * 1024, queueSize: 2 }).done()
    },
    async create(key, content) {
      try {
        await client.send(new s3.PutObjectCommand({ ...at(key), ...encryption, Body: content, IfNoneMatch: '*' }))
        return true
      } catch (error) {
        // 412: it exists; 409: another server is writing it.
        if ([409, 412].includes(statusOf(error) ?? 0)) return false
        throw error
      }
    },
    async write(key, content) {
      await client.send(new s3.PutObjectCommand({ ...at(key), ...encryption, Body: content }))
    },
    async textOf(key) {
      const found = await get(key)
      if (!found) return null
      // A server that drips it is left.
      return within(commandMs, () => text(found.content)).finally(() => found.content.destroy())
    },
    async copy(from, to) {
      const CopySource = encodeURI(`${Bucket}/${prefix}${from}`)
      try {
        await client.send(new s3.CopyObjectCommand({ ...at(to), ...encryption, CopySource }))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async remove(key) {
      await client.send(new s3.DeleteObjectCommand(at(key)))
    },
    async *list(within) {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${within}` })
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', LastModified } of Contents) {
          yield { key: Key.slice(prefix.length), lastModified: LastModified?.getTime() ?? 0 }
        }
      }
    },
    close: () => client.destroy(),
  }
}
