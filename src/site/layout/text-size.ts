import { useLayoutEffect } from 'react'
import { useStore } from '../../browser/storage/store'
import { deviceStore } from '../../browser/storage/stored-text'

/** The sizes of text that a user may choose, with their signs and names. */
export const textSizes = {
  small: ['A-', '縮小'],
  '': ['A', '標準'],
  large: ['A+', '放大'],
} as const

const storedSize = deviceStore('TEXT_SIZE')

/**
 * Returns the size of text that the user has chosen on this device, and gives it to the public pages; empty = the size
 * that is set in the browser.
 */
export const useTextSize = (): string => {
  const size = useStore(storedSize) ?? ''
  useLayoutEffect(() => {
    // The styles of `site.css` set the size by this attribute.
    const { dataset } = document.documentElement
    dataset.text = size
    return () => {
      dataset.text = ''
    }
  }, [size])
  return size
}

/** Chooses the size of text of the public pages on this device. */
export const chooseTextSize = (size: string): void => storedSize.set(size || null)
