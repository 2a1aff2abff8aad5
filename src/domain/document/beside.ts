import { z } from 'zod'
import { day, identifier, instant } from '#domain/contract/wire.ts'

/** What CCI says of a document that it asks for, and its template (EASE-08). */
export const helpWire = z.object({
  text: z.string(),
  template: z.object({ catalogueId: identifier, name: z.string() }).nullable(),
})

/** Where the file of a version was accepted, when, and until when it is in force (EASE-03). */
export const reusedWire = z.object({
  versionId: identifier,
  documentCatalogName: z.string(),
  service: z.string().nullable(),
  decidedAt: instant.nullable(),
  until: day.nullable(),
})
