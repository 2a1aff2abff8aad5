// First import: its restrictions must apply before any other module loads.
import '#web/app/hardening.ts'
import '#web/ui/theme/base.ts'
import { createRoot } from 'react-dom/client'
import { missingFeatures } from '#web/app/browser-support.ts'
import { showEntry, startsWithEntry } from '#web/identity/entry/showEntry.tsx'
import { takeGuestLanguage } from '#web/session/language/chosenLanguage.ts'
import { tabStorage } from '#web/session/tabStorage.ts'
import { followScheme } from '#web/ui/theme/scheme.ts'

const root = document.getElementById('root')!
const missing = missingFeatures(globalThis)
if (missing.length > 0) {
  root.textContent = `Su navegador no admite lo que este portal necesita para ser seguro (${missing.join(', ')}). Actualícelo o use otro, y entre por una dirección que empiece por https.`
} else if (startsWithEntry(location, tabStorage)) {
  takeGuestLanguage().then(() => showEntry(root))
} else if (/^\/verify(\/|$)/.test(location.pathname)) {
  // Certificates are checked by people who never enter, on telephones: without the portal behind the page.
  import('#web/report-request/certificate/VerifyPage.tsx').then(({ VerifyPage }) => {
    followScheme()
    createRoot(root).render(<VerifyPage />)
  }, sayLost)
} else {
  Promise.all([import('#web/main/start.tsx'), takeGuestLanguage()]).then(([{ startApp }]) => startApp(root), sayLost)
}

function sayLost(): void {
  root.textContent = 'No hay conexión con el portal: compruebe la red y vuelva a cargar la página.'
}
