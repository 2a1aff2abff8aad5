import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FrameworkWire } from '#domain/assessment/framework/contract.ts'
import { changeFramework, listFrameworks, readFramework } from '#domain/assessment/framework/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { Illustrative } from '#web/assessment/Illustrative.tsx'
import { useLast } from '#web/assessment/useLast.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'

type Props = { framework: FrameworkWire | null; published: FrameworkWire | null; onClose: () => void }

/** Publishes an edition after a confirmation; the one published until then is retired. */
export function PublishFramework({ framework, published, onClose }: Props) {
  const client = useQueryClient()
  const shown = useLast(framework)
  const publish = useMutation({
    mutationFn: ({ id, version }: FrameworkWire) =>
      call(changeFramework, { params: { id }, body: { status: 'PUBLISHED', version } }),
    onSuccess: async ({ name, edition }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: [listFrameworks.name] }),
        client.invalidateQueries({ queryKey: [readFramework.name] }),
      ])
      onClose()
      showNotice(`Marco publicado: ${name}, edición ${edition}.`)
    },
  })
  if (!shown) return null
  return (
    <ConfirmModal
      opened={framework !== null}
      onClose={() => {
        publish.reset()
        onClose()
      }}
      title="Publicar el marco"
      consequence="Una edición publicada ya no se cambia. Las evaluaciones empezadas siguen con la suya."
      confirmLabel="Publicar"
      loading={publish.isPending}
      submitError={publish.error ? messageOf(publish.error) : null}
      onConfirm={() => publish.mutate(shown)}
    >
      <p>
        ¿Publicar{' '}
        <b>
          {shown.name}, edición {shown.edition}
        </b>
        , con {shown.controls} controles?
      </p>
      <Illustrative of={shown} />
      {published ? (
        <p>
          La edición {published.edition} de {published.name} queda retirada.
        </p>
      ) : null}
    </ConfirmModal>
  )
}
