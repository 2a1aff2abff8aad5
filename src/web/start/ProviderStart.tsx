import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { byKind } from '#domain/validation/by-kind.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { nextSteps } from '#domain/validation/start/next-steps.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import { Greeting } from '#web/start/Greeting.tsx'
import { NextStep } from '#web/start/NextStep.tsx'
import { OwnServices } from '#web/start/OwnServices.tsx'
import { RenewNow } from '#web/start/RenewNow.tsx'
import { StartList } from '#web/start/StartList.tsx'
import { WhatChanged } from '#web/start/WhatChanged.tsx'
import { WhatLapses } from '#web/start/WhatLapses.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { useToAnswer } from '#web/validation/clarification/useToAnswer.ts'
import classes from './start.module.css'

/** A provider's start: next step, services, changes, its list, and expiries (ROUTE-09). */
export function ProviderStart() {
  const me = useMe()
  const { data, error, refetch } = useQuery(
    queryOptions(listValidations, { query: { genericEntityId: me.idGenericEntity } }),
  )
  const asked = useToAnswer()
  const { documentation, requests } = byKind(data?.content ?? [])
  return (
    <>
      <Greeting
        actions={
          <Button leftSection={<IconPlus />} component={UiLink} href={paths.sendReport()}>
            {t('Nueva solicitud')}
          </Button>
        }
      />
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : data && !asked.isLoading ? (
        <div className={classes.now}>
          <NextStep
            steps={nextSteps({
              userId: me.userId,
              role: 'PROVIDER',
              today: me.today,
              onboarded: me.onboarded,
              documentation: documentation && { ...documentation, documents: documentation.catalogDocuments },
              requests,
              clarifications: asked.data?.content ?? [],
            })}
          />
          <OwnServices requests={requests} />
        </div>
      ) : (
        <div className={classes.nowWaits}>
          <Loading height="var(--waits)" />
        </div>
      )}
      <RenewNow requests={requests} />
      <WhatChanged />
      <StartList who="PROVIDER" />
      <WhatLapses who="PROVIDER" />
    </>
  )
}
