import { IconListCheck, IconSpeakerphone, IconTable } from '@tabler/icons-react'
import type { ListedUse } from '#domain/supervision/use/contract.ts'
import { paths } from '#web/app/paths.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import classes from './supervision.module.css'

/** What a bank has about a use elsewhere, each thing a small icon that leads there (EXP-20). */
export function RelatedLinks({ use }: { use: ListedUse }) {
  const { contract, findings, incidents } = use.related
  const of = `${use.service}, de ${use.provider}`
  const links = [
    contract && {
      label: `Contrato ${contract.reference} de ${of}`,
      icon: <IconTable size={20} />,
      href: paths.register({ step: 'arrangements', edit: contract.id }),
    },
    findings > 0 && {
      label: `${findings === 1 ? '1 hallazgo abierto' : `${findings} hallazgos abiertos`} de ${of}`,
      icon: <IconListCheck size={20} />,
      href: paths.providerSheet(use.providerId),
    },
    incidents > 0 && {
      label: `${incidents === 1 ? '1 incidencia abierta' : `${incidents} incidencias abiertas`} con comunicado de ${of}`,
      icon: <IconSpeakerphone size={20} />,
      href: paths.bulletins({ provider: use.cif }),
    },
  ].filter(link => !!link)
  if (links.length === 0) return <NoValue />
  return (
    <span className={classes.related}>
      {links.map(link => (
        <IconButton key={link.href} size={28} {...link} />
      ))}
    </span>
  )
}
