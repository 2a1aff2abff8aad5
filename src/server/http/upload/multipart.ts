import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Contract } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { parseJson } from '#server/http/json.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import { discardUploads, takeUpload } from '#server/http/upload/upload.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { isUnavailable } from '#server/platform/database/unavailable.ts'
import { checkQuota } from '#server/platform/files/quota.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

/** A parsed request. Its files are temporary until the response is sent; the caller discards the rest. */
export type Received = { body: unknown; files: Record<string, IncomingFile>; uploads: Record<string, Upload> }

/**
 * Parses a multipart request. Files stream into the store, or into a temporary folder when the portal does not keep
 * them. Fields that the contract declares as object or list are parsed as JSON. An interrupted body is refused and its
 * files are swept.
 */
export async function receiveParts(
  app: AppContext,
  contract: Contract,
  request: FastifyRequest,
  actor: Actor | null,
): Promise<Received> {
  const received: Received = { body: {}, files: {}, uploads: {} }
  try {
    await receiveInto(received, app, contract, request, actor)
    return received
  } catch (error) {
    // Reads and discards the rest: browsers do not read a response before they have sent the whole request.
    request.raw.unpipe()
    request.raw.resume()
    await discardReceived(received)
    throw error
  }
}

/** Deletes the files that a call did not keep, whether or not it succeeded. */
export async function discardReceived({ files, uploads }: Received): Promise<void> {
  await discardUploads(uploads)
  await Promise.all(Object.values(files).map(file => file.discard()))
}

/** Whether the contract declares a field as object or list. User text may also start with a bracket. */
function isStructured({ body }: Contract, name: string): boolean {
  let schema: unknown = body instanceof z.ZodObject ? body.shape[name] : undefined
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) schema = schema.unwrap()
  return schema instanceof z.ZodObject || schema instanceof z.ZodArray
}

const unwanted = (name: string) =>
  new DomainError('unknownField', { fields: { [name]: t('Aquí no se admite este archivo') } })

async function receiveInto(
  { body, files, uploads }: Received,
  app: AppContext,
  contract: Contract,
  request: FastifyRequest,
  actor: Actor | null,
): Promise<void> {
  const fields = body as Record<string, unknown>
  if (!request.isMultipart()) throw new DomainError('invalid')
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const expected = contract.files?.[part.fieldname]
        const isSecond = Object.hasOwn(uploads, part.fieldname) || Object.hasOwn(files, part.fieldname)
        if (!expected || isSecond) {
          part.file.resume()
          if (!expected) throw unwanted(part.fieldname)
          throw new DomainError('invalid', { fields: { [part.fieldname]: t('Adjunte un solo archivo') } })
        }
        const { maxFileBytes, quotaBytes, dataDir } = app.settings
        if (expected.keep === false) {
          uploads[part.fieldname] = await takeUpload(dataDir, part.file as Readable, part.filename, maxFileBytes)
        } else {
          await checkQuota(app.db, actor, 0, quotaBytes)
          files[part.fieldname] = await app.files.receive(part.file as Readable, part.filename, maxFileBytes)
        }
      } else {
        if (Object.hasOwn(fields, part.fieldname)) throw new DomainError('invalid')
        const text = String(part.value)
        fields[part.fieldname] = isStructured(contract, part.fieldname) ? parseJson(text) : text
      }
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (isUnavailable(error)) throw error
    const { code } = error as { code?: string }
    if (code?.startsWith('FST_')) throw new DomainError('invalid')
    const message = String((error as Error).message)
    // The parser's messages for a missing or invalid boundary.
    if (/boundary not found|boundary required|needle/i.test(message)) throw new DomainError('invalid')
    if (/unexpected end|premature|terminated/i.test(message)) throw new DomainError('uploadCut')
    throw error
  }
  for (const [name, part] of Object.entries(contract.files!)) {
    if (part.required && !files[name] && !uploads[name])
      throw new DomainError('fileMissing', { fields: { [name]: t('Adjunte un archivo') } })
  }
}
