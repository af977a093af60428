import type { Scenario } from './suite.ts';
import type { Workbench } from './workbench.ts';

/** What a newcomer is shown. */
export function welcoming(workbench: Workbench): Scenario[] {
  return [
    [
      'the walkthrough has three steps',
      async () => {
        const { page } = workbench;
        await workbench.run('Welcome: Open Walkthrough...');
        await workbench.rows.filter({ hasText: 'Find your notes by meaning' }).click();
        const steps = [
          'Set up the server',
          'Search by meaning',
          'See what is near while you write',
        ];
        for (const step of steps)
          await page.locator('.getting-started-step', { hasText: step }).waitFor();
        await workbench.keepPicture('walkthrough');
        await workbench.closeEditors();
      },
    ],
  ];
}
