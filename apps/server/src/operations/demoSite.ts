import type { SiteConfiguration } from '@atrium/contract/documents/siteConfiguration';

/** Public tools that read what the demo datasets hold: variants, genes and terms of findings. */
const tools = [
  { label: 'Variants in gnomAD', href: 'https://gnomad.broadinstitute.org/' },
  { label: 'Variants in ClinVar', href: 'https://www.ncbi.nlm.nih.gov/clinvar/' },
  { label: 'Human Phenotype Ontology', href: 'https://hpo.jax.org/' },
];

/** The site of the demo: its links lead somewhere (rule 11.45). What the operator has chosen stays. */
export function demoSite(site: SiteConfiguration): SiteConfiguration {
  const { externalTools } = site.home;
  return {
    ...site,
    home: {
      ...site.home,
      externalTools:
        externalTools === null || externalTools.links.length > 0
          ? externalTools
          : { ...externalTools, links: tools },
    },
  };
}
