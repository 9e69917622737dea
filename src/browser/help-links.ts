/** The legal and help pages, in the footer and on the site map. */
export const helpLinks = {
  '/certificate-check': '繳費證明查驗',
  '/privacy': '個資告知',
  '/accessibility': '無障礙聲明',
  '/site-map': '網站導覽',
  '/contact': '聯絡我們',
} as const
