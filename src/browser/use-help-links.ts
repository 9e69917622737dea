import { useIsServed } from './http/capabilities'
import { helpLinks } from './navigation'

/** Returns the legal and help pages with their paths, without those whose call the backend does not have. */
export const useHelpLinks = (): readonly (readonly [path: string, text: string])[] => {
  const isServed = useIsServed()
  return Object.entries(helpLinks).filter(
    ([path]) => path !== '/certificate-check' || isServed?.('Home.CheckCertificate') !== false,
  )
}
