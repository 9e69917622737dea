import { useEffect } from 'react'

/** Names the page in the browser's tab. */
export const useTabTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title}｜代收繳費服務網`
  }, [title])
}
