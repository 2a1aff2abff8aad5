/** After how many days a provider may be asked again for what registers need of it (DORA-20). */
export const ASK_AGAIN_DAYS = 30
