import { useEffect } from 'react'

/** Name of the portal; banks with a name of their own put it here. */
export const productName = '代收繳費服務網'

/** Names the page in the browser's tab and history. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title}｜${productName}`
  }, [title])
}
