import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import type { Me } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import type { Reason } from '#domain/messages.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { decide } from '#domain/states/machine.ts'
import { documentationFacts, missingDocuments, type ReviewedDocument } from '#domain/validation/validation.ts'

/** The onboarding documents as rule input; documents that are no longer required are dropped. */
export function reviewed(documents: readonly DocumentWire[]): ReviewedDocument[] {
  return documents
    .filter(document => document.requested)
    .map(({ documentCatalogName, required, status, expiredAt }) => ({
      name: documentCatalogName,
      required,
      status,
      expiresOn: expiredAt,
    }))
}

/** The number of required documents with a file. */
export function uploadProgress(documents: readonly DocumentWire[]) {
  const required = reviewed(documents).filter(document => document.required)
  return { done: required.length - missingDocuments(required).length, total: required.length }
}

const SECONDS = { datum: 20, document: 60 }

/** Roughly how long the onboarding takes with everything at hand, in steps of five minutes. */
export function minutesNeeded(data: number, documents: number): number {
  const seconds = data * SECONDS.datum + documents * SECONDS.document
  return Math.max(5, Math.ceil(seconds / 300) * 5)
}

/** Why the onboarding cannot be sent yet, in the server's words; null when it can (D10, FORM-53). */
export function sendRefusal(
  me: Pick<Me, 'role' | 'documentationStatus'>,
  errors: FieldErrors,
  documents: readonly DocumentWire[],
): Reason | null {
  const status: DocumentationStatus | null = me.documentationStatus
  const facts = documentationFacts(reviewed(documents), null, Object.keys(errors).length === 0)
  const decision = decide(documentationMachine, 'send', status, facts, me.role.key)
  return decision.ok ? null : decision.reason
}

/** The missing items, in words. */
export function remainingText(
  data: { done: number; total: number },
  documents: { done: number; total: number },
): string {
  const missing = documents.total - documents.done
  if (missing > 0) {
    return missing === 1
      ? t('Queda 1 documento para poder enviar.')
      : t`Quedan ${missing} documentos para poder enviar.`
  }
  const fields = data.total - data.done
  if (fields > 0) return fields === 1 ? t('Queda 1 dato por completar.') : t`Quedan ${fields} datos por completar.`
  return t('Todo está listo para enviar.')
}
