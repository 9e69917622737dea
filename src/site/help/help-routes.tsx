import type { RouteObject } from 'react-router-dom'
import { helpLinks } from '../../browser/help-links'
import type { SiteText } from '../../contract/headers'

/** The routes of the legal and help pages, and of the check of certificates. */
export const helpRoutes: readonly RouteObject[] = [
  textRoute('privacy', '個人資料蒐集、處理及利用告知事項'),
  textRoute('accessibility', helpLinks['/accessibility']),
  textRoute('contact', helpLinks['/contact']),
  { path: 'certificate-check', lazy: () => import('../certificate/CertificateCheckPage') },
  { path: 'site-map', lazy: () => import('./SiteMap') },
]

function textRoute(name: SiteText, title: string): RouteObject {
  return {
    path: name,
    lazy: async () => {
      const { HelpPage } = await import('./HelpPage')
      return { element: <HelpPage key={name} name={name} title={title} /> }
    },
  }
}
