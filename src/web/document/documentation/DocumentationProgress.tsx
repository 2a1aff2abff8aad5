import type { DocumentWire } from '#domain/document/contract.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import { documentMachine } from '#domain/states/document.ts'
import { isRejected } from '#domain/validation/review.ts'
import { useMe } from '#web/session/useMe.ts'
import { ProgressAside } from '#web/validation/layout/ProgressAside.tsx'

export interface DocumentationProgressProps {
  documents: readonly DocumentWire[]
  onGo: (document: string) => void
}

/** How many documents CCI has accepted, one notch each in its state. */
export function DocumentationProgress({ documents, onGo }: DocumentationProgressProps) {
  // Banks see only the documents of providers (D16).
  const isRead = useMe().role.key === 'PROVIDER'
  const inForce = documents.filter(document => documentMachine.is.inForce(document.status)).length
  return (
    <ProgressAside
      title={t('ACEPTADOS POR EL CCI')}
      done={inForce}
      total={documents.length}
      notches={documents.map(document => document.status)}
      noun={t('documentos aceptados')}
      parts={documents.map(({ documentCatalogName, status }) => ({
        key: documentCatalogName,
        label: documentTitle(documentCatalogName),
        done: documentMachine.is.inForce(status) ? 1 : 0,
        total: 1,
        wrong: isRejected(status),
        onClick: () => onGo(documentCatalogName),
      }))}
      note={
        isRead
          ? t('Los bancos solo leen los documentos aceptados, hasta que caducan o se acepta la versión siguiente.')
          : t('Una versión aceptada vale hasta que caduca o se acepta la siguiente.')
      }
    />
  )
}
