import { cdp } from 'vitest/browser'

/** Renders the page as printed, or on screen, with the colour scheme that the user prefers. */
export const show = (media: 'print' | '', scheme: 'dark' | '' = ''): Promise<void> =>
  (cdp() as unknown as Protocol).send('Emulation.setEmulatedMedia', {
    media,
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  })

/** The part of Chrome's protocol that does this. */
interface Protocol {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { media: string; features: { name: string; value: string }[] },
  ): Promise<void>
}
