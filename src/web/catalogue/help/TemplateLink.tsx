import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { helpTemplate } from '#domain/catalogue/help/contract.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { saveBlob } from '#web/ui/saveBlob.ts'

/** Downloads the template of a document that is asked for (EASE-08). */
export function TemplateLink({ catalogueId, name, document }: { catalogueId: string; name: string; document: string }) {
  const download = useMutation({
    mutationFn: async () => {
      const query = { documentCatalogName: document }
      saveBlob(await call(helpTemplate, { params: { id: catalogueId }, query }), name)
    },
    onError: error => showError(messageOf(error)),
  })
  return (
    <span>
      <ActionButton
        size="compact-sm"
        variant="subtle"
        leftSection={<IconFileDownload />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('Plantilla')}
        <span className="vh"> {t`de ${document}`}</span>
      </ActionButton>
    </span>
  )
}
