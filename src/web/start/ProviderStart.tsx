import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { Greeting } from '#web/start/Greeting.tsx'
import { Now } from '#web/start/Now.tsx'
import { OwnServices } from '#web/start/OwnServices.tsx'
import { StartPicture } from '#web/start/picture/StartPicture.tsx'
import { Year } from '#web/start/picture/Year.tsx'
import { RenewNow } from '#web/start/RenewNow.tsx'
import { StartList } from '#web/start/StartList.tsx'
import { useNextSteps } from '#web/start/useNextSteps.ts'
import { WhatChanged } from '#web/start/WhatChanged.tsx'
import { WhatLapses } from '#web/start/WhatLapses.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import pictures from './picture/picture.module.css'

/** A provider's start: what to do now, its list, changes, services, and expiries (ROUTE-09). */
export function ProviderStart() {
  const next = useNextSteps()
  return (
    <>
      <Greeting
        actions={
          <Button leftSection={<IconPlus />} component={UiLink} href={paths.sendReport()}>
            {t('Nueva solicitud')}
          </Button>
        }
      />
      <div className={pictures.top}>
        <Now {...next} />
        <StartList who="PROVIDER" />
        <StartPicture title={t('SU AÑO: QUÉ CADUCA CUÁNDO')}>
          <Year />
        </StartPicture>
      </div>
      <WhatChanged />
      {next.steps ? <OwnServices requests={next.requests} /> : null}
      <RenewNow requests={next.requests} />
      <WhatLapses who="PROVIDER" />
    </>
  )
}
