import { IconDownload, IconFilePlus, IconMailPlus, IconMessagePlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Actor } from '#domain/identity/roles.ts'
import { invitableKinds, may } from '#domain/identity/roles.ts'
import { choosesProvider } from '#domain/incident/incident.ts'
import { msg } from '#domain/language/translate.ts'
import { hasWords, searchWords } from '#domain/search/search.ts'
import { paths } from '#web/app/paths.ts'
import { frameText as t } from '#web/ui/language/spoken.ts'

/** What the user may begin from the palette: at once, or after choosing the provider that it is about. */
type Named = { key: string; label: string; icon: ReactNode }
export type VerbOfProvider = Named & { of: (provider: string) => string; href?: never }
export type Verb = (Named & { href: string; of?: never }) | VerbOfProvider

const invited = { PROVIDER: msg('un proveedor'), ENTITY: msg('una entidad'), AUDIT: msg('un evaluador') } as const

/** The verbs of an actor that match a text; all for an empty text. */
export function verbsOf(actor: Actor, text: string): Verb[] {
  const sends = may(actor, 'request.send')
  const raises = may(actor, 'incident.raise')
  const others = choosesProvider(actor.role)
  const verbs: (Verb | false)[] = [
    ...(may(actor, 'invitation.manage')
      ? invitableKinds.map(kind => ({
          key: `invite-${kind}`,
          label: t`Invitar a ${t(invited[kind])}…`,
          icon: <IconMailPlus />,
          href: paths.invitations(kind),
        }))
      : []),
    sends && {
      key: 'request',
      icon: <IconFilePlus />,
      ...(others
        ? { label: t('Nueva solicitud de…'), of: paths.sendReportForProvider }
        : { label: t('Nueva solicitud'), href: paths.sendReport() }),
    },
    raises && {
      key: 'incident',
      icon: <IconMessagePlus />,
      ...(others
        ? { label: t('Nueva incidencia de…'), of: paths.incidents }
        : { label: t('Nueva incidencia'), href: paths.incidents(actor.participantId) }),
    },
    may(actor, 'register.manage') && {
      key: 'register',
      icon: <IconDownload />,
      label: t('Descargar el registro'),
      href: paths.register({ step: 'packages' }),
    },
  ]
  const words = searchWords(text)
  return verbs.filter(verb => verb !== false).filter(({ label }) => hasWords(label, words))
}
