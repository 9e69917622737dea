import { useEffect } from 'react'

/** Name of the portal; banks can replace it. */
export const productName = '代收繳費服務網'

/** Sets the title of the page in the browser's tab and history. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title}｜${productName}`
  }, [title])
}
