/** What this installation is called (D1): the page that is served says it, before anything is asked. */
export const productName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
