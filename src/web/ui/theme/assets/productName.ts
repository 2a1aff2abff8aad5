/** The name of this installation (D1), served within the page, so that no request is needed. */
export const productName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
