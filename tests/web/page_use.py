"""Long and fast use of the page."""
import re
from random import Random

from page import ROOT, drop
from page_case import PageTest
from page_scripts import FRAMES


class Use(PageTest):
    """A page whose threads run out must go on."""

    def threads(self, browser):
        """Returns how many threads have begun and how many could begin."""
        return browser.evaluate("[self.ezscope.PThread.runningWorkers.length, self.ezscope.PThread.unusedWorkers.length]")

    def test_gases_with_several_panes_share_the_threads(self):
        text = (ROOT / "assets/scenes/95-sod.toml").read_text()
        text = text[:text.index("[[check]]")]
        for k in range(4):
            text += f'\n[[variant]]\nname = "{k}"\nset = {{ "gas.cfl" = 0.{4 + k} }}\n'
        browser = self.opened("?scene=sod")
        for k in range(4):
            drop(browser, f"sod{k}.toml", text.replace("Sod's shock tube", f"Tube {k}").replace("400, 100", f"40{k}, 100"))
            browser.wait_for(f"document.title.includes('Tube {k}')", 20)
            self.assertGreater(browser.evaluate(FRAMES), 0)
            running, spare = self.threads(browser)
            self.assertGreaterEqual(running, 2)
            self.assertGreaterEqual(spare, 2, "threads for the next run")
        self.assertEqual(browser.errors, [])

    def test_a_page_without_a_spare_thread_goes_on(self):
        browser = self.opened("?scene=sod")
        # Takes the threads away that could still begin.
        browser.evaluate("(self.taken = self.ezscope.PThread.unusedWorkers.splice(0)).length")
        for name in ("explosion", "double-slit", "sod"):
            text = next((ROOT / "assets/scenes").glob(f"*-{name}.toml")).read_text()
            title = f"Alone {name}"
            drop(browser, f"{name}.toml", re.sub('title = ".*"', f'title = "{title}"', text))
            browser.wait_for(f"document.title.includes('{title}')", 30)
            self.assertGreater(browser.evaluate(FRAMES), 0)
        self.assertEqual(browser.errors, [])

    def test_gases_open_while_the_gallery_makes_its_pictures(self):
        browser = self.opened("?scene=sod")
        for name in ("explosion", "wind-tunnel", "heat-spot", "shock-bubble", "sod"):
            browser.click(140, 24)  # the list of scenes
            text = next((ROOT / "assets/scenes").glob(f"*-{name}.toml")).read_text()
            drop(browser, f"{name}.toml", re.sub('title = ".*"', f'title = "Opened {name}"', text))
            browser.wait_for(f"document.title.includes('Opened {name}')", 30)
            self.assertGreaterEqual(self.threads(browser)[1], 2, "threads for the next run")
            browser.key("Escape", "Escape", 27)
        self.assertEqual(browser.errors, [])

    def test_300_fast_clicks(self):
        browser = self.opened("?scene=double-slit")
        random = Random(39)
        scene_list, refuse_to_save = (140, 24), (586, 396)
        for k in range(300):
            place = {9: scene_list, 10: (random.choice((150, 380, 600, 830)), random.choice((230, 400, 560))), 11: refuse_to_save}.get(k % 12)
            if place is None:  # mostly the panel, else the tool bar without the full screen, else the picture
                place = random.choice((*3 * [(random.randrange(965, 1275), random.randrange(52, 690))], (random.randrange(255, 1160), 24),
                                       (random.randrange(20, 900), random.randrange(60, 680))))
            browser.move(*place)
            browser.press(*place)
            browser.release(*place)
            browser.rest(0.03)
            if k % 50 == 49:
                self.assertGreater(browser.evaluate(FRAMES), 0)
        self.assertEqual(browser.errors, [])
