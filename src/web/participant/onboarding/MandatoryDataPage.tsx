import { useQuery } from '@tanstack/react-query'
import { listDocuments } from '#domain/document/contract.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { Me } from '#domain/identity/session/contract.ts'
import { completesData } from '#domain/identity/session/outcome.ts'
import { readUser } from '#domain/identity/user/contract.ts'
import { t } from '#domain/language/translate.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useFresh } from '#web/api/useFresh.ts'
import { SessionGate } from '#web/identity/auth/SessionGate.tsx'
import { Onboarding, onboardingTitle } from '#web/participant/onboarding/Onboarding.tsx'
import { participantKindOf, useOwnProfile } from '#web/participant/profile/useOwnProfile.ts'
import { legalFooter } from '#web/session/legalFooter.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { BlankLayout } from '#web/ui/layout/BlankLayout.tsx'
import { LegalFooter } from '#web/ui/layout/LegalFooter.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { productName } from '#web/ui/theme/assets/productName.ts'

/** The mandatory data and documents of the onboarding (ONB-01 to ONB-06). */
export function MandatoryDataPage() {
  return (
    <SessionGate admits={completesData}>
      {me => {
        const kind = participantKindOf(me)
        return kind && me.documentationId ? <Load me={me} kind={kind} documentationId={me.documentationId} /> : null
      }}
    </SessionGate>
  )
}

type LoadProps = { me: Me; kind: InvitableKind; documentationId: string }

function Load({ me, kind, documentationId }: LoadProps) {
  const profile = useOwnProfile(me, kind)
  const user = useFresh(queryOptions(readUser, { params: { key: me.email } }))
  const documents = useQuery(queryOptions(listDocuments, { query: { validationId: documentationId } }))
  if (profile.ready && documents.data && user.data) {
    return (
      <Onboarding
        me={me}
        user={user.data}
        profile={profile.ready}
        documentationId={documentationId}
        documents={documents.data.content}
      />
    )
  }
  const error = documents.error ?? user.error
  const failure = profile.failure ?? (error ? messageOf(error) : null)
  return (
    <BlankLayout footer={<LegalFooter {...legalFooter} />}>
      <title>{`${t(onboardingTitle)} · ${productName()}`}</title>
      <PageHeader title={t(onboardingTitle)} />
      {failure ? (
        <ErrorState
          title={t('No se ha podido abrir su alta')}
          text={failure}
          onRetry={() => {
            profile.retry()
            void documents.refetch()
            void user.refetch()
          }}
        />
      ) : (
        <LoadingMask visible />
      )}
    </BlankLayout>
  )
}
