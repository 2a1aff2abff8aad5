import { IconEdit, IconFileCertificate, IconRotate, IconShieldHalf } from '@tabler/icons-react'
import { sentence } from '#domain/messages.ts'
import type { ListedUse } from '#domain/supervision/use/contract.ts'
import { isGap } from '#domain/supervision/use/situation.ts'
import { paths } from '#web/app/paths.ts'
import { useMay } from '#web/session/useMe.ts'
import { useBeginReliance } from '#web/supervision/reliance/useBeginReliance.ts'
import { RowActions } from '#web/ui/table/RowActions.tsx'

type Props = { use: ListedUse; onEdit: () => void; onAccept: () => void; onReopen: () => void }

/** What can be done with a use: edit it where it stands, its acceptances, and bringing an ended one back. */
export function UseActions({ use, onEdit, onAccept, onReopen }: Props) {
  const mayDecide = useMay('acceptance.decide')
  const reliance = useBeginReliance()
  const of = `${use.service}, de ${use.provider}`
  const hasHistory = use.acceptances.length > 0
  const blocked = mayDecide ? null : sentence('principalOnly')
  const nothing = isGap(use.situation) || hasHistory ? null : sentence('nothingToAccept')
  const isOver = use.until !== null
  return (
    <RowActions
      of={of}
      actions={[
        ...(isOver ? [] : [{ label: `Editar ${of}`, icon: <IconEdit />, onClick: onEdit }]),
        {
          label: `Expediente de confianza de ${of}`,
          icon: <IconFileCertificate />,
          ...(use.related.fileId
            ? { href: paths.relianceFile(use.related.fileId) }
            : { onClick: () => !reliance.isPending && reliance.mutate(use.id) }),
        },
        {
          label: `Aceptación del riesgo de ${of}`,
          icon: <IconShieldHalf />,
          onClick: onAccept,
          blocked: nothing ?? (hasHistory ? null : blocked),
        },
        ...(isOver ? [{ label: `Recuperar ${of}`, icon: <IconRotate />, onClick: onReopen }] : []),
      ]}
    />
  )
}
