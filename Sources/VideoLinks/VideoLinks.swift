// VideoLinks
