import { useQuery } from '@tanstack/react-query'
import { readUser } from '#domain/identity/user/contract.ts'
import { t } from '#domain/language/translate.ts'
import { readOwnParticipant } from '#domain/participant/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useFresh } from '#web/api/useFresh.ts'
import { OwnContactForm } from '#web/identity/user/OwnContactForm.tsx'
import { useMe } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/** Own data of a CCI user: the user, editable, and CCI, which has no profile to fill in. */
export function CciOwnData() {
  const me = useMe()
  const user = useFresh(queryOptions(readUser, { params: { key: me.email } }))
  const cci = useQuery(queryOptions(readOwnParticipant))
  const error = user.error ?? cci.error
  if (error) {
    return (
      <ErrorState
        title={t('No se han podido leer sus datos')}
        text={messageOf(error)}
        onRetry={() => {
          void user.refetch()
          void cci.refetch()
        }}
      />
    )
  }
  if (!user.data || !cci.data) return <LoadingMask visible />
  return (
    <>
      <PageHeader title={t('Mis datos')} subtitle={t('Su nombre, cargo y teléfono en el portal.')} />
      <OwnContactForm me={me} user={user.data}>
        <Section title={t('Su organización')} kind="serif">
          <DescriptionList facts={[{ label: t('Nombre'), value: cci.data.name }]} />
        </Section>
      </OwnContactForm>
    </>
  )
}
