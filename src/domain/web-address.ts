/** Whether a text is a full address that a browser opens as a page: only http and https, so that a link can run nothing, and nobody's name before an @, which would show one host and open another. */
export const isWebAddress = (value: string): boolean => form.test(value)

const form = /^https?:\/\/(localhost|([a-z0-9-]+\.)+[a-z0-9-]*[a-z0-9])(:\d{1,5})?([/?#][^\s<>"'`\\]*)?$/i
