import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assignDocument } from '#domain/document/assignment/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import { ColleagueMenu } from '#web/document/assignment/ColleagueMenu.tsx'
import { refreshDocumentation } from '#web/document/documentation/refreshDocumentation.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

/** A menu that gives a document to a user of the organisation, who looks after it (EASE-09). */
export function DocumentAssignee({ document }: { document: DocumentWire }) {
  const me = useMe()
  const may = useMay('document.assign')
  const client = useQueryClient()
  const { id, validationId, documentCatalogName, assignee } = document
  const assigning = useMutation({
    mutationFn: (to: string | null) =>
      call(assignDocument, {
        params: { id: id ?? validationId },
        body: { assignee: to, ...(id ? {} : { documentCatalogName }) },
      }),
    onSuccess: saved => {
      const to = saved.assignee?.name
      showToast({ title: to ? t`Asignado a ${to}` : t('Sin asignar'), text: documentTitle(documentCatalogName) })
      return refreshDocumentation(client)
    },
    onError: error => showError(messageOf(error)),
  })
  if (!may || document.belongsTo !== me.idGenericEntity) return null
  return (
    <ColleagueMenu
      name={documentTitle(documentCatalogName)}
      assignee={assignee}
      pending={assigning.isPending}
      onAssign={assigning.mutate}
    />
  )
}
