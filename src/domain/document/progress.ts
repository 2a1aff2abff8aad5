import type { DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'

/** The numbers of accepted documents today and of all documents: '1 de 2'. */
export function documentProgress(documents: readonly { status: DocumentStatus | null }[]): {
  accepted: number
  total: number
} {
  return {
    accepted: documents.filter(document => documentMachine.is.inForce(document.status)).length,
    total: documents.length,
  }
}

/** The progress of a documentation, the same on every screen: the documents that CCI asks for, optional ones too (EXP-28). */
export const documentationProgress = (
  documents: readonly { status: DocumentStatus | null; requested: boolean }[],
): ReturnType<typeof documentProgress> => documentProgress(documents.filter(({ requested }) => requested))
