import type { InvitableKind } from '#domain/identity/roles.ts'
import { readUser } from '#domain/identity/user/contract.ts'
import { t } from '#domain/language/translate.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useFresh } from '#web/api/useFresh.ts'
import { CciOwnData } from '#web/participant/CentreOwnData.tsx'
import { RegisterData } from '#web/participant/company/RegisterData.tsx'
import { OwnDataForm } from '#web/participant/OwnDataForm.tsx'
import { participantKindOf, useOwnProfile } from '#web/participant/profile/useOwnProfile.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** 'Mis datos': own contact data and the data of the organization (ROUTE-14). */
export function OwnDataPage() {
  const kind = participantKindOf(useMe())
  return kind ? <Load kind={kind} /> : <CciOwnData />
}

function Load({ kind }: { kind: InvitableKind }) {
  const me = useMe()
  const profile = useOwnProfile(me, kind)
  const managesIdentity = useMay('identity.manage')
  const user = useFresh(queryOptions(readUser, { params: { key: me.email } }))
  if (profile.ready && user.data) {
    return (
      <>
        <OwnDataForm me={me} user={user.data} profile={profile.ready} />
        {managesIdentity ? <RegisterData providerId={me.idGenericEntity} /> : null}
      </>
    )
  }
  const failure = profile.failure ?? (user.error ? messageOf(user.error) : null)
  return (
    <>
      <PageHeader title={t('Mis datos')} />
      {failure ? (
        <ErrorState
          title={t('No se han podido leer sus datos')}
          text={failure}
          onRetry={() => {
            profile.retry()
            void user.refetch()
          }}
        />
      ) : (
        <LoadingMask visible />
      )}
    </>
  )
}
