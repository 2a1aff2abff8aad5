/** The identity providers of this installation, served within the page, so that no request is needed. */
export function signOnOffered(): { key: string; label: string }[] {
  return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="sign-on"]')?.content || '[]')
}
