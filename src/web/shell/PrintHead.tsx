import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useMe } from '#web/session/useMe.ts'
import { frameText as t } from '#web/ui/language/spoken.ts'
import { productName } from '#web/ui/theme/assets/productName.ts'
import { portalNow } from '#web/ui/time/clock.ts'
import { dayText, timeText } from '#web/ui/time/dates.ts'

/** On paper only: what was printed, who printed it and when. Outside the root, which is hidden when a window is printed. */
export function PrintHead({ title }: { title: string }) {
  const me = useMe()
  const [now, setNow] = useState(() => portalNow().toISOString())
  useEffect(() => {
    const renew = () => flushSync(() => setNow(portalNow().toISOString()))
    window.addEventListener('beforeprint', renew)
    return () => window.removeEventListener('beforeprint', renew)
  }, [])
  const who = [me.name || me.email, me.commercialName || me.nameGenericEntity].filter(Boolean).join(', ')
  const place = document.getElementById('print-head')
  if (!place) return null
  return createPortal(
    <p className="print-only">
      <b>
        {productName()} · {title}
      </b>
      <br />
      {t`Impreso por ${who} el ${dayText(now)} a las ${timeText(now)} (hora de Madrid)`}
    </p>,
    place,
  )
}
